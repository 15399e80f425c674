/** The address of views; apart, so that code that only names their calls does not fetch their contract. */
export const listViewsPath = '/api/list-views';
