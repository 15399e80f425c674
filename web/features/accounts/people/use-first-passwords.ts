import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { firstPasswords } from '#contract/people.ts';
import { staffLimits } from '#domain/access/staff-rules.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { renewAfter } from '#web/api/query-of.ts';

interface Person {
  id: string;
  account: string;
  name: string;
  orgName: string;
}
export type Handed = Person & { oneTimePassword: string };

/**
 * Issues first passwords, some people at a time. Only this hook holds the issued ones; a request whose answer
 * was lost is repeated under the same key, and gets the same answer.
 */
export function useFirstPasswords(people: readonly Person[]) {
  const client = useQueryClient();
  const [handed, setHanded] = useState<readonly Handed[]>([]);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const next = useRef(0);
  const key = useRef(newIdempotencyKey());

  const run = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      while (next.current < people.length) {
        const part = people.slice(next.current, next.current + staffLimits.firstPasswordsAtOnce);
        const body = { ids: part.map(({ id }) => id) };
        const { rows } = await call(firstPasswords.give, { body }, { idempotencyKey: key.current });
        const issued = part.flatMap((person) => {
          const found = rows.find(({ id }) => id === person.id);
          return found ? [{ ...person, oneTimePassword: found.oneTimePassword }] : [];
        });
        setHanded((before) => [...before, ...issued]);
        next.current += part.length;
        key.current = newIdempotencyKey();
      }
    } catch (caught) {
      setFailure(caught);
    } finally {
      setRunning(false);
      await renewAfter(client, firstPasswords.give);
    }
  };
  return { run, running, failure, handed };
}
