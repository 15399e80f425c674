import { sql } from 'kysely';
import type { Tx } from '#server/kernel/database/transaction.ts';

export interface ThirdAppMenu {
  code: string;
  title: string;
  url: string;
  roles: readonly string[];
}

/** Replaces the menu entries whose URL begins with `prefix` by the given ones, at the end of the work portal's menu. */
export async function replaceThirdAppMenus(
  tx: Tx,
  prefix: string,
  menus: readonly ThirdAppMenu[],
): Promise<void> {
  const codes = menus.map(({ code }) => code);
  // If two processes start at the same time, the second waits for the first.
  await sql`select id from menus where code = 'workportal' for update`.execute(tx);
  await sql`delete from menus where starts_with(url, ${prefix}) and code <> all(${codes}::text[])`.execute(
    tx,
  );
  for (const { code, title, url, roles } of menus) {
    await sql`insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
      select ${code}, 'workportal', ${code}, ${title}, ${url}, 'appstore', id, 1000
      from menus where code = 'workportal'
      on conflict (code) do update set title = excluded.title`.execute(tx);
    await sql`delete from role_menus where menu_id = ${code} and role_code <> all(${[...roles]}::text[])`.execute(
      tx,
    );
    await sql`insert into role_menus (role_code, menu_id)
      select r.code, m.id from roles r, menus m where m.code = ${code} and r.code = any(${[...roles]}::text[])
      on conflict do nothing`.execute(tx);
  }
}
