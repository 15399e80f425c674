/** The element below the header in which notices have a place of their own (`app/shell/Shell.tsx`). */
export const noticesId = 'notices';
