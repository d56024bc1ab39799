/** A play symbol on dark grey, 320 × 240: part of the code, so that it is always available. */
export const posterPng: Uint8Array<ArrayBuffer> = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAUAAAADwBAMAAACDA6BYAAAAMFBMVEUrMTjZ3uQuNDtPVVzM0deOlJo2PEO1usA9RErW2+Fla3HAxcuip66Aho' +
      '1xd36rsLavC74UAAAACXBIWXMAAAsTAAALEwEAmpwYAAADyklEQVR42u2bO2gUURSGh12NY15yTOK67pqs4AMs1DQ+UMQIEVNEjIgSsViNjYLP' +
      'NIJRJihY2BhMbH2gYiMaRBTTmEJiqRYKFpJoLRgXBK28M1mSedyZWSHOOZH/63bvKX7u3HPPueeeaxgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
      'AAAAAglp5vYyMdgyN9nzeKlHfiIE3z7KE4eeZH8nDRkqVv7S/yceuuJH2n2ihA4wc5+k5q9ElSuK6sL/f66+ajqy9vPzxcVvhFhr702Sl5h6b9' +
      'wrw/JTGzQYK+VLcjpt0jJr3f+XOoIEDgVUfKb5+U1GPn7/P8+qqdBVgKDmxzluFtdoHvbB29upFN9shybn2rbBV79Evtnj22j9lDRpWGfFE/WO' +
      'UM8vrJeiUhOx42Wj+ghn+wT+DT8PGt3FNor8BMRN5i2nv4XmYX/hllcJrXkatjv6CzBvj2wivxPmB70W42F1ErLFOMtqmybbjcZL6anRdxRtcY' +
      '3WSL2gNjE6q02gtv8H3h5nizCbZvXK8+3qt4s1plNs4i8JjKporxZlUqH9vFtUs3V2I3wbRX2zNzzvW7FGa4prKZnnXq1Npy+3D2TZgfK8O3DA' +
      'JXqjDn/k3ZAyGWKtztZBB4h6jBI5Aa3+stW4mWMQicJPruFUg5fVqwiKgleX3mgC9NCT+pq6Qna3H4SGPBL5BadApTbRxesoCoyQgIpCHdVHUR' +
      'nUlcYL/PR8oCqb2o9ZKbHE78RCdQd0iu4XDjLn+aN10XfKlLHJsSFzjsP2vMVC5LGjfOJR6JlRArRGAg6Jnqz6SjcTowKa7ibyDoDXvDdkLZaj' +
      '5UYCDojSZ/9qwLrHtPAd0X9LqS36lrA9mqt8TvDXoTFR0OZjuQNEQJ9Aa91uRDSU2cQE/Q4xG4NFqgO+j1+8POv2ce0ZIYga6gd4RoR8ICFxIt' +
      'jhM4E/RWEF2HwDn2iStwks4Cp5OI32ZiN+q8xbtRiw914pMF8emW+IRVfMov/tAk/9gp/uB+PKT00VkQUvoQXzzSl9/ylpjym/gCpvgSsPwieu' +
      'XXEJM81xDiL3LEX4WJv0ys9DrWZLuOFX+h/RctAYaBpgpjLral2N84VxTc2CO+NUp+c5n49jzHTXKW4AZH8S2i4ptso9uUTQFtylGN3ikJjd7y' +
      'W+XLjw165T42EP9cQ/6DF/FPhtR2F/boatww8GzN+C8e/sl/Omk/Ph1wy8tesgxp9Lif7z4wJNLzaOxCx+Dzvk8yH0ADAAAAAAAAAAAAAAAAAA' +
      'AAAAAAAAAAAAAAAACAwx9zLQ4sLoNWagAAAABJRU5ErkJggg==',
    'base64',
  ),
);
