/**
 * When the site last accepted a person's token, by the age of the desk (`app/replica/desk-people/desk-age.ts`); null once the site refused
 * it. Earlier sign-ins count as accepted now.
 */
export const accepted = `
ALTER TABLE person ADD COLUMN accepted_age REAL;
UPDATE person SET accepted_age = 0;
`;
