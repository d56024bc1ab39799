import { invariant } from '../../shared/assert.ts';
import { invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { BatchedEdit } from '../../shared/model/edit-batch.ts';
import type { BatchSource, Context, EditBatchRunner } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { nextTurn } from '../turns.ts';
import { Repeated } from '../store/idempotency/idempotency.ts';
import type { Operation } from '../store/replica-parts.ts';
import { operationOf } from '../replica/operations/index.ts';
import { jsonText } from './answer.ts';
import { checkAnswer } from './check-answer.ts';
import { mostOfCommit } from './edit-groups.ts';
import type { Endpoint } from './endpoint.ts';
import { errorAnswer } from './error-response.ts';
import { authorize } from './loopback.ts';

/** Edits of one transaction: more would keep other callers waiting for longer than a commit costs. */
const together = 20;

/** Milliseconds after which a transaction ends with fewer: edits of large guides take long. */
const togetherMs = 200;

/** Returns a function that carries out the edits of a batch in order, each as if it had come alone (SPEC J14). */
export function editBatchesOf(endpoints: readonly Endpoint[]): EditBatchRunner {
  const byRoute = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.route, endpoint]));
  return {
    carryOut: async (edits, source) => {
      const { store } = source.ctx;
      const answers: string[] = [];
      let size = 0;
      const count = store.isShared ? mostOfCommit : together;
      while (answers.length < edits.length && size < limits.sync.batchAnswer.max) {
        if (!store.isShared) await nextTurn();
        else if (answers.length > 0) await store.takeTurn();
        const done = carryOutSome(edits.slice(answers.length, answers.length + count), size);
        answers.push(...done);
        size += lengthOf(done);
      }
      return answers;

      /** Carries out the first of these edits, as many as one transaction takes. */
      function carryOutSome(part: readonly BatchedEdit[], before: number): string[] {
        const until = performance.now() + togetherMs;
        // As they are now: an admin may have deactivated them since the part before.
        const viewer = source.ctx.identity.viewerOf(source.request);
        const texts = new Map<PromiseSettledResult<string>, string>();
        const textsOf = (results: readonly PromiseSettledResult<string>[]): string[] =>
          results.map((result, index) => {
            const { key = '', route = '' } = part[index] ?? {};
            const text = texts.get(result) ?? answerText(key, result, byRoute.get(route), source.ctx.log);
            texts.set(result, text);
            return text;
          });
        const results = store.editTogether(
          part.map((edit) => ({
            viewer,
            edit: () => carryOut(byRoute.get(edit.route), edit, { ...source, viewer }),
          })),
          (done) =>
            performance.now() > until || before + lengthOf(textsOf(done)) >= limits.sync.batchAnswer.max,
        );
        return textsOf(results);
      }
    },
  };
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

function answerText(
  key: string,
  result: PromiseSettledResult<string>,
  endpoint: Endpoint | undefined,
  log: Context['log'],
): string {
  const answer = result.status === 'fulfilled' ? result.value : failed(result.reason, endpoint, log);
  return `{"key":${JSON.stringify(key)},${answer}}`;
}

/** Carries out one edit as the server does with a request. @returns the fields of its answer, as JSON without braces */
function carryOut(
  endpoint: Endpoint | undefined,
  { key, route, params = {}, query = {}, body = {} }: BatchedEdit,
  { request, viewer, ctx, addresses }: BatchSource,
): string {
  const { concurrent, uploads } = operationOf(route);
  if (!endpoint || !concurrent || uploads) throw invalid('route', `${route} cannot be sent in a batch.`);
  authorize(endpoint, { request, viewer, version: ctx.store.version }, ctx);
  if (endpoint.rate?.when(query)) ctx.rates.count(endpoint.rate.name, viewer, request);
  const operation: Operation = { route, params, query, body, keyed: { key, textOf: jsonText } };
  const answer = endpoint.handler({
    params: parseInput(endpoint.params, params),
    query: parseInput(endpoint.query, query),
    body: endpoint.body && parseInput(endpoint.body, body),
    actor: viewer,
    ctx,
    request,
    addresses,
    read: ctx.store.readAs(viewer, query),
    write: (fn) => ctx.store.edit(viewer, operation, fn),
    saw: (...document) => ctx.views.saw(viewer, ...document),
  });
  invariant(!(answer instanceof Promise || answer instanceof Response), `${route} answers at once`);
  if (ctx.config.checkAnswers) checkAnswer(endpoint, answer, addresses);
  return answered(endpoint, jsonText(answer));
}

const answered = ({ status }: Endpoint, text: string): string =>
  status === 204 ? '"status":204' : `"status":${status},"body":${text}`;

function failed(error: unknown, endpoint: Endpoint | undefined, log: Context['log']): string {
  if (error instanceof Repeated && endpoint)
    return `"repeated":${error.sequence},${answered(endpoint, error.answer)}`;
  const { status, body } = errorAnswer(error, log);
  return `"status":${status},"body":${jsonText(body)}`;
}
