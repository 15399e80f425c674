/** Monday, ten in the morning: office hours, far from a holiday. */
export const officeOpeningTime = new Date('2026-03-02T02:00:00.000Z');
