import { addGuideTag } from './addGuideTag.ts';
import { addWikiTag } from './addWikiTag.ts';
import { listGuideTags } from './listGuideTags.ts';
import { listTags } from './listTags.ts';
import { listWikiTags } from './listWikiTags.ts';
import { removeGuideTag } from './removeGuideTag.ts';
import { removeWikiTag } from './removeWikiTag.ts';

export const tagEndpoints = [
  listTags,
  listGuideTags,
  addGuideTag,
  removeGuideTag,
  listWikiTags,
  addWikiTag,
  removeWikiTag,
];
