/** Maximum number of tasks of one hand-over; further tasks need another one. */
export const maxHandOverTasks = 500;
/** Tasks moved by one call, so that a call is short and closing the page loses nothing. */
export const handOverBatchSize = 5;
/** Largest number up to which tasks without a handler are counted. */
export const maxUnattended = 1_000;
/** Number of absent people and posts, for which such tasks wait, that are listed individually. */
export const maxShownUnattendedCandidates = 50;
/** Number of people listed as sources of a hand-over. */
export const maxShownHandOverPeople = 20;
