/** Tasks that one hand-over takes; further tasks go with the next one. */
export const maxHandOverTasks = 500;
/** Tasks that one call moves, so that a call stays short and a closed page loses nothing. */
export const handOverTasksAtOnce = 5;
/** Tasks without a handler, counted no further than this. */
export const maxUnattended = 1_000;
/** Absent people and posts that those tasks wait for, named one by one. */
export const absentAddresseesShown = 50;
/** People that are offered to hand over from. */
export const handOverPeopleShown = 20;
