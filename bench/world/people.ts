import type pg from 'pg';

/** Candidate keys of the person with a usual amount of work, in another county. */
const typicalCounty = 7;
const typicalKeys = 4;
/** The number of keys of a person with very many posts. */
const manyKeys = 60;

export const accounts = {
  hot: 'chenjing',
  typical: 'bench-typical',
  many: 'bench-many',
  examiner: 'dengtao',
};

/** Adds two people of other counties: one with a few posts, one with sixty; they have the demo's password. */
export async function addBenchPeople(client: pg.Client): Promise<void> {
  const add = async (account: string, keys: string[]) => {
    await client.query(
      `insert into staff (id, account, name, password_hash, password_changed_at, org_id, created_at)
       select $1, $1, '测速人员', password_hash, password_changed_at, '330127-scj', created_at from staff
       where account = 'chenjing' on conflict do nothing`,
      [account],
    );
    await client.query(
      `insert into positions (id, code, name) select id, id, '测速岗位' from unnest($1::text[]) id
       on conflict do nothing`,
      [keys],
    );
    await client.query(
      `insert into staff_positions select $1, id from unnest($2::text[]) id on conflict do nothing`,
      [account, keys],
    );
  };
  const busiest = (where: string, limit: number) =>
    client
      .query<{ id: string }>(
        `select substr(key, 10) as id from inbox where key like 'position:%~%' and ${where}
         group by key order by count(*) desc, key limit ${limit}`,
      )
      .then(({ rows }) => rows.map(({ id }) => id));
  await add(accounts.typical, await busiest(`key like '%~${typicalCounty}'`, typicalKeys));
  await add(accounts.many, await busiest('true', manyKeys));
}

/**
 * Adds this many people of the demo county who may handle matters, with their own accounts; the loader gives
 * their names.
 */
export async function addStaff(client: pg.Client, count: number, account = 'bench-staff'): Promise<string[]> {
  await client.query(
    `insert into staff (id, account, name, password_hash, password_changed_at, org_id, department_id, created_at)
     select $1 || '-' || n, $1 || '-' || n, bench.person(n), '', now(), o.org_id, o.department_id, now()
     from generate_series(1, $2::int) n
     join (select row_number() over (order by account) - 1 as place, count(*) over () as places, org_id, department_id
       from staff where account not like 'bench-%') o on o.place = n % o.places
     on conflict do nothing`,
    [account, count],
  );
  await client.query(
    `insert into staff_roles (staff_id, role_code)
     select $1 || '-' || n, role_code from generate_series(1, $2::int) n
     join staff_roles r on r.staff_id = (select id from staff where account = 'liuyang') on conflict do nothing`,
    [account, count],
  );
  await client.query('vacuum analyze staff');
  return Array.from({ length: count }, (_, index) => `staff:${account}-${index + 1}`);
}
