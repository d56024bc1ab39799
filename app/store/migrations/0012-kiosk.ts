/** Verifiers of the PINs and badges with which people unlock a shared desk; never the PIN or the badge itself. */
export const kioskTable = `
CREATE TABLE unlock (
  userid INTEGER PRIMARY KEY REFERENCES person,
  pin TEXT,
  badge TEXT UNIQUE
);
`;
