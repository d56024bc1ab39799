import { readFileSync, readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixtureSchema } from '../../app/import/fixture-schema.ts';
import { unknownKeys } from '../../app/import/unknown-keys.ts';
import { assemble } from '../../resources/sample-workshop/content/assemble.ts';
import {
  colours,
  difficulties,
  fieldTypes,
  guideTypes,
  seed,
} from '../../resources/sample-workshop/content/seed.ts';
import { drawings } from '../../resources/sample-workshop/draw/all.ts';
import { scenes } from '../../resources/sample-workshop/draw/scenes.ts';

const folder = new URL('../../resources/sample-workshop/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const workshop = seed.parse(JSON.parse(read('workshop.json')));
const steps = workshop.guides.flatMap((guide) => guide.steps);
const categories = workshop.wikis.filter((wiki) => wiki.namespace === 'CATEGORY');
const svgs = new Map(scenes.flat().map(({ name, svg }) => [`pictures/${name}.webp`, svg]));
const svgOf = new Map(workshop.images.map((image) => [image.id, svgs.get(image.file) ?? '']));
const ids = {
  users: workshop.users.map((user) => user.userid),
  guides: workshop.guides.map((guide) => guide.guideid),
  steps: steps.map((step) => step.stepid),
  images: workshop.images.map((image) => image.id),
  wikis: workshop.wikis.map((wiki) => wiki.wikiid),
  comments: workshop.comments.map((comment) => comment.commentid),
};
const stray = <T>(used: readonly T[], known: readonly T[]): T[] => used.filter((one) => !known.includes(one));
const twice = <T>(list: readonly T[]): T[] => list.filter((one, index) => list.indexOf(one) !== index);
const all = <T>(list: readonly T[]): Set<T> => new Set(list);
const marked = (image: number): string[] =>
  [...(svgOf.get(image) ?? '').matchAll(/class="mark-(\w+)"/g)].map((match) => match[1] ?? '');

test('the committed JSON and pictures are what the sources build', () => {
  expect(JSON.parse(JSON.stringify(assemble(scenes)))).toEqual(workshop);
  expect(JSON.parse(read('drawn.json'))).toEqual(drawings());
});

test('a hub takes everything that the sample contains, so that its first start has nothing to say', () => {
  expect([...unknownKeys(fixtureSchema, workshop)]).toEqual([]);
});

test('every id and every unique name is unique', () => {
  const unique: readonly (readonly (string | number)[])[] = [
    ...Object.values(ids),
    steps.flatMap((step) => step.lines.map((line) => line.lineid)),
    workshop.images.map((image) => image.guid),
    workshop.images.map((image) => image.file),
    workshop.users.map((user) => user.email),
    workshop.users.map((user) => user.unique_username),
    workshop.guides.map((guide) => guide.title),
    workshop.wikis.map((wiki) => `${wiki.namespace} ${wiki.title}`),
    workshop.step_forms.flatMap((form) => form.fields.map((field) => field.field_guid)),
  ];
  for (const list of unique) expect(twice(list)).toEqual([]);
});

test('every reference has a target', () => {
  const { users, guides } = ids;
  const people = [
    ...workshop.teams.flatMap((team) => [team.owner, ...team.members]),
    ...workshop.images.map((image) => image.userid),
    ...workshop.guides.map((guide) => guide.author.userid),
    ...workshop.comments.map((comment) => comment.author.userid),
    ...workshop.work_log.map((entry) => entry.userid),
    ...workshop.releases.map((release) => release.user.userid),
    ...workshop.favorites.map((favorite) => favorite.userid),
  ];
  const named = [
    ...workshop.guides.flatMap((guide) => guide.prerequisites),
    ...workshop.work_log,
    ...workshop.releases,
    ...workshop.favorites,
  ];
  const prose = [
    ...workshop.wikis.map((wiki) => wiki.contents_raw),
    ...workshop.guides.flatMap((guide) => [guide.introduction_raw, guide.conclusion_raw]),
  ];
  const linked = prose.flatMap((raw) =>
    [...raw.matchAll(/\[guide\|(\d+)\|/g)].map((match) => Number(match[1])),
  );
  const titles = categories.map((wiki) => wiki.title);
  expect(stray(people, users)).toEqual([]);
  expect(stray([...named.map((one) => one.guideid), ...linked], guides)).toEqual([]);
  expect(
    stray(
      workshop.guides.map((guide) => guide.category),
      titles,
    ),
  ).toEqual([]);
  expect(
    stray(
      categories.flatMap((wiki) => wiki.parent ?? []),
      titles,
    ),
  ).toEqual([]);
  expect(
    stray(
      workshop.step_forms.map((form) => form.stepid),
      ids.steps,
    ),
  ).toEqual([]);
  for (const comment of workshop.comments) {
    const targets = { guide: ids.guides, step: ids.steps, wiki: ids.wikis }[comment.context];
    expect(targets).toContain(comment.contextid);
    const parent = workshop.comments.find((one) => one.commentid === comment.parentid);
    if (comment.parentid !== null)
      expect(parent).toMatchObject({
        parentid: null,
        context: comment.context,
        contextid: comment.contextid,
      });
  }
});

test('lines are indented by one level at a time, steps are numbered from one', () => {
  for (const guide of workshop.guides) {
    expect(guide.steps.map((step) => step.orderby)).toEqual(guide.steps.map((_, index) => index + 1));
  }
  const jumps = steps.flatMap((step) =>
    step.lines.filter((line, index) => line.level > (step.lines[index - 1]?.level ?? -1) + 1),
  );
  expect(jumps).toEqual([]);
});

test('prerequisites never lead back to the guide itself', () => {
  const before = (guideid: number, seen: readonly number[]): void => {
    expect(seen).not.toContain(guideid);
    const guide = workshop.guides.find((one) => one.guideid === guideid);
    for (const next of guide?.prerequisites ?? []) before(next.guideid, [...seen, guideid]);
  };
  for (const guideid of ids.guides) before(guideid, []);
});

test('[contract G7] every picture is used, drawn safely, ready-made and small', () => {
  const used = new Set([
    ...workshop.users.map((user) => user.image),
    ...workshop.wikis.flatMap((wiki) => wiki.image ?? []),
    ...workshop.guides.map((guide) => guide.image.id),
    ...steps.flatMap((step) => step.media.data.map((image) => image.id)),
  ]);
  const files = workshop.images.map((image) => image.file);
  const forbidden = /<script|<foreignObject|<style|<image|<text|href|\son\w+=|url\((?!#)|NaN|undefined/;
  const frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200"';
  const drawn = (file: string): string => svgs.get(file) ?? '';
  const broken = files.filter((file) => !drawn(file).startsWith(frame) || forbidden.test(drawn(file)));
  const bytesOf = (file: string): number => statSync(new URL(file, folder)).size;
  expect(stray([...used], ids.images)).toEqual([]);
  expect(workshop.images.filter((image) => !used.has(image.id)).map((image) => image.file)).toEqual([]);
  expect(
    readdirSync(new URL('pictures/', folder))
      .map((file) => `pictures/${file}`)
      .toSorted(),
  ).toEqual(files.toSorted());
  expect(broken).toEqual([]);
  expect(files.filter((file) => drawn(file).length > 14_000 || bytesOf(file) > 60_000)).toEqual([]);
  expect(files.reduce((sum, file) => sum + bytesOf(file), 0)).toBeLessThan(6_000_000);
});

test('bullet colours and marker colours of a step agree; covers have no markers', () => {
  const differing = steps.filter((step) => {
    const drawn = step.media.data.flatMap((image) => marked(image.id));
    const said = step.lines
      .map((line) => line.bullet)
      .filter((bullet) => stray([bullet], colours).length === 0);
    return stray<string>(drawn, said).length + stray<string>(said, drawn).length > 0;
  });
  expect(differing.map((step) => `${step.stepid} ${step.title}`)).toEqual([]);
  expect(
    workshop.guides.filter((guide) => marked(guide.image.id).length > 0).map((guide) => guide.title),
  ).toEqual([]);
});

test('the workshop is large and varied enough to explore', () => {
  expect(workshop.guides.length).toBeGreaterThanOrEqual(22);
  expect(all(workshop.guides.map((guide) => guide.category)).size).toBeGreaterThanOrEqual(8);
  expect(categories.filter((wiki) => wiki.parent === undefined).length).toBeGreaterThanOrEqual(8);
  expect(all(workshop.guides.map((guide) => guide.type))).toEqual(all(guideTypes));
  expect(all(workshop.guides.map((guide) => guide.difficulty))).toEqual(all(difficulties));
  expect(all(workshop.step_forms.flatMap((form) => form.fields.map((field) => field.field_type)))).toEqual(
    all(fieldTypes),
  );
  expect(all(workshop.wikis.map((wiki) => wiki.namespace)).size).toBe(6);
  expect(workshop.wikis.filter((wiki) => wiki.namespace === 'ITEM').length).toBeGreaterThanOrEqual(15);
  expect(
    workshop.guides.filter((guide) => guide.flags.includes('GUIDE_STARRED')).length,
  ).toBeGreaterThanOrEqual(2);
});
