import type { Endpoint } from '../endpoint.ts';
import { getDocumentation } from './getDocumentation.ts';
import { getDocumentationFile } from './getDocumentationFile.ts';
import { getOpenApi } from './getOpenApi.ts';

export const documentation: readonly Endpoint[] = [getOpenApi, getDocumentation, getDocumentationFile];
