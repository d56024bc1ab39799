/** `given_name`: the name that an admin gave a desk, which its reports do not change; null: the name that it reports. */
export const namesOfDesks = `ALTER TABLE device ADD COLUMN given_name TEXT;`;
