import { getImport } from './getImport.ts';
import { getSite } from './getSite.ts';
import { startImport } from './startImport.ts';
import { startSampleImport } from './startSampleImport.ts';
import { stopImport } from './stopImport.ts';
import { updateSite } from './updateSite.ts';

export const siteEndpoints = [getSite, updateSite, getImport, startImport, startSampleImport, stopImport];
