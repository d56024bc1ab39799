/**
 * Header of every request that the program's own page makes. A page of another address cannot send it: its browser asks
 * first, and the API does not allow it (`Access-Control-Allow-Headers`).
 */
export const pageMark = 'X-Benchside-Page';
