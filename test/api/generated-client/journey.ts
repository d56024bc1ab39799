/**
 * An hour of a technician's work with the client that is generated from our OpenAPI document; every answer is used by its generated type.
 */
import {
  createComment,
  createEntry,
  createGuide,
  createStep,
  finishEntry,
  getCurrentUser,
  getEntry,
  getGuide,
  getWiki,
  listComments,
  listGuides,
  listImages,
  search,
  signIn,
  updateGuide,
  updateStep,
  uploadImage,
} from './client.ts';
import { signInAs } from './transport.ts';

interface Answer {
  status: number;
  data: unknown;
}

/** Returns the data of an answer with a success status, with the type of that status. */
function ok<A extends Answer, S extends A['status']>(
  answer: A,
  status: S,
): Extract<A, { status: S }>['data'] {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
  return answer.data as Extract<A, { status: S }>['data'];
}

const [, , , email = '', password = '', picture = ''] = process.argv;

const { authToken, userid } = ok(await signIn({ email, password }), 201);
if (!authToken) throw new Error('signing in gave no token');
signInAs(authToken);
const me = ok(await getCurrentUser(), 200);

const [first] = ok(await listGuides({ limit: 5, order: 'ASC' }), 200);
if (!first) throw new Error('there are no guides');
const read = ok(await getGuide(first.guideid), 200);
const found = ok(await search('pump', { limit: 5 }), 200);
const page = ok(await getWiki('CATEGORY', first.category), 200);

const image = ok(await uploadImage(new Blob([Buffer.from(picture, 'base64')], { type: 'image/jpeg' })), 200);
const mine = ok(await listImages({ limit: 5 }), 200);

const created = ok(
  await createGuide({ category: first.category, type: 'repair', title: 'Generated', public: false }),
  201,
);
const line = { text: 'Loosen the screw.', bullet: 'black', level: 0 } as const;
const withStep = ok(
  await createStep(created.guideid, {
    orderby: 1,
    lines: [line],
    media: { type: 'image', data: [image.image.id] },
  }),
  201,
);
const [step] = withStep.steps;
if (!step) throw new Error('the step is missing');
const changed = ok(
  await updateStep(
    created.guideid,
    step.stepid,
    { revisionid: step.revisionid },
    { lines: [{ ...line, text: 'Loosen both screws.' }] },
  ),
  200,
);
const renamed = ok(
  await updateGuide(created.guideid, { revisionid: changed.revisionid }, { summary: 'Made by a program' }),
  200,
);
const refused = await updateGuide(created.guideid, { revisionid: created.revisionid }, { title: 'Late' });
const comment = ok(await createComment('guide', first.guideid, { text: 'Works.' }), 201);
const comments = ok(await listComments({ context: 'guide', order: 'DESC' }), 200);

const entry = ok(await createEntry({ guideid: first.guideid, workorderid: 'WO-1' }), 201);
const finished = await finishEntry(entry.entryid);
const logged = ok(await getEntry(entry.entryid), 200);

console.log(
  JSON.stringify({
    isMe: me.userid === userid,
    read: { title: read.title, steps: read.steps.length },
    found: found.results.length > 0,
    page: page.title,
    uploaded: mine.some(({ image: { guid } }) => guid === image.image.guid),
    text: renamed.steps[0]?.lines[0]?.text_raw,
    pictures: renamed.steps[0]?.media.type,
    summary: renamed.summary,
    conflict: refused.status,
    commented: comments.some(({ commentid }) => commentid === comment.commentid),
    finished: [finished.status, logged.status],
  }),
);
