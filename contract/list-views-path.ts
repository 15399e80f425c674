/** The path of views, in its own file, so that code that only needs the path does not load their contract. */
export const listViewsPath = '/api/list-views';
