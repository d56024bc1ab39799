/**
 * When the site last took a person's token, by the age of the desk (`store/users/desk-age.ts`); null once it refused the one
 * they had. Whoever signed in before this counts as taken now.
 */
export const accepted = `
ALTER TABLE person ADD COLUMN accepted_age REAL;
UPDATE person SET accepted_age = 0;
`;
