/** The element below the header that contains notices (`app/shell/Shell.tsx`). */
export const noticesId = 'notices';
