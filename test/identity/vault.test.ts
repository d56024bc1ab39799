import { expect, test } from 'vitest';

import { fileVault } from '../../app/identity/vault.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

test('a sealed value that is cut off, changed or of another vault is not opened, and ends nothing', () => {
  using folder = temporaryFolder();
  const vault = fileVault(folder.path);
  const sealed = vault.seal('a token');
  expect(vault.open(sealed)).toBe('a token');
  for (let length = 0; length < sealed.length; length += 1)
    expect(vault.open(sealed.subarray(0, length))).toBeUndefined();
  const changed = sealed.map((byte, index) => (index === 20 ? byte ^ 1 : byte));
  expect(vault.open(Buffer.from(changed))).toBeUndefined();
  expect(vault.open(Buffer.from('12345.1795631215796.0'))).toBeUndefined();
});
