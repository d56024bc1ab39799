/** The declared keys of a loose object's type: a site may send more, but no code may rely on that. */
export type Known<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };

/** An input type with every field required and defined: the present values of a document. */
export type Complete<Input> = { [Field in keyof Input]-?: Exclude<Input[Field], undefined> };
