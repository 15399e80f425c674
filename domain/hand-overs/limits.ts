/** Tasks that one hand-over takes; what is more goes with the next one. */
export const handOverTasksAtMost = 500;
/** Tasks that one call moves, so that a call stays short and a closed page loses nothing. */
export const handOverTasksAtOnce = 5;
/** People that are offered to hand over from. */
export const handOverPeopleShown = 20;
