import { deleteDraft } from './deleteDraft.ts';
import { getDraft } from './getDraft.ts';
import { previewText } from './previewText.ts';
import { putDraft } from './putDraft.ts';

export const drafts = [getDraft, putDraft, deleteDraft, previewText];
