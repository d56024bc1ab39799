import { getDocumentation } from './getDocumentation.ts';
import { getDocumentationFile } from './getDocumentationFile.ts';
import { getOpenApi } from './getOpenApi.ts';

export const documentationEndpoints = [getOpenApi, getDocumentation, getDocumentationFile];
