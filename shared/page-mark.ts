/**
 * Header of every request that the program's own page makes. Pages of other origins cannot send it: the browser's
 * preflight fails, because the API does not allow the header (`Access-Control-Allow-Headers`).
 */
export const pageMark = 'X-Benchside-Page';
