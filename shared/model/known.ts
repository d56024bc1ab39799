/** The declared keys of a loose object's type: a site may send more, but nobody should lean on that. */
export type Known<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };
