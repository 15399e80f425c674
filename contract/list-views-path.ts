/** Where views live; apart, so that whoever only has to know their calls does not fetch their contract. */
export const listViewsPath = '/api/list-views';
