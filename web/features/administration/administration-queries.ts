/** First part of the keys of every query of this capability. */
export const administrationQueries = 'administration';
