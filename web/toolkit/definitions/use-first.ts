import { useState } from 'react';

/**
 * The first answer, for as long as the screen stands: an editor is put up with what was there when it was opened, and
 * neither a line that comes back nor somebody else's next version puts it up anew without what was typed.
 */
export function useFirst<T>(answer: T | undefined): T | undefined {
  const [first, setFirst] = useState(answer);
  if (first === undefined && answer !== undefined) setFirst(answer);
  return first ?? answer;
}
