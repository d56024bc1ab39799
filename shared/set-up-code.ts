/** Header of a request that needs the set-up code of a hub: unlike addresses, headers are in no log. */
export const setUpCodeHeader = 'X-Benchside-Set-Up-Code';
