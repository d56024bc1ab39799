import { deleteDraft } from './deleteDraft.ts';
import { getDraft } from './getDraft.ts';
import { previewText } from './previewText.ts';
import { putDraft } from './putDraft.ts';

export const draftEndpoints = [getDraft, putDraft, deleteDraft, previewText];
