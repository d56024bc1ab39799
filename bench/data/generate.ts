import type { ImportedGuide } from '../../app/import/myfixit.ts';
export const generated = (_count: number): ImportedGuide[] => [];
