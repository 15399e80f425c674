import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { grants } from '#contract/people.ts';
import { queryOf } from '#web/api/query-of.ts';
import styles from '../people/people.module.css';

const peopleWithoutRolesQuery = queryOf(grants.list, { query: { state: 'without', size: 5 } });

/** Returns the number of people who wait for their roles; 0 until it is known. */
export const useCountWithoutRoles = () => useQuery(peopleWithoutRolesQuery).data?.without ?? 0;

/**
 * Shows the number of people who wait for their roles, with a link to them, or to all people while the list shows only
 * them; nothing if there are none.
 */
export function PeopleWithoutRoles({ isListFiltered }: { isListFiltered: boolean }) {
  const count = useCountWithoutRoles();
  if (count === 0) return null;
  return (
    <p className={styles.waiting}>
      有 {count} 人未授予角色，登录后没有任何功能。
      {isListFiltered ? (
        <Link to="/business/staff-roles?state=">查看全部人员</Link>
      ) : (
        <Link to="/business/staff-roles?state=without">只看未授予角色的人员</Link>
      )}
    </p>
  );
}
