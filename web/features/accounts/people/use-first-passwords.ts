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
export type IssuedPassword = Person & { oneTimePassword: string };

/**
 * Issues first passwords in batches of people. Only this hook stores the issued ones; a request whose response
 * was lost is repeated with the same key, and gets the same response.
 */
export function useFirstPasswords(people: readonly Person[]) {
  const client = useQueryClient();
  const [issuedPasswords, setIssuedPasswords] = useState<readonly IssuedPassword[]>([]);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const nextIndex = useRef(0);
  const key = useRef(newIdempotencyKey());

  const run = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      while (nextIndex.current < people.length) {
        const batch = people.slice(
          nextIndex.current,
          nextIndex.current + staffLimits.maxFirstPasswordsPerCall,
        );
        const body = { ids: batch.map(({ id }) => id) };
        const { rows } = await call(firstPasswords.issue, { body }, { idempotencyKey: key.current });
        const issuedNow = batch.flatMap((person) => {
          const row = rows.find(({ id }) => id === person.id);
          return row ? [{ ...person, oneTimePassword: row.oneTimePassword }] : [];
        });
        setIssuedPasswords((before) => [...before, ...issuedNow]);
        nextIndex.current += batch.length;
        key.current = newIdempotencyKey();
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(false);
      await renewAfter(client, firstPasswords.issue);
    }
  };
  return { run, running, failure, issuedPasswords };
}
