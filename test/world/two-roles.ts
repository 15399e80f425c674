import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/**
 * An empty database owned by one role, and the ordinary role that the portal uses, on the server of the
 * tests.
 */
export interface TwoRoles {
  owner: string;
  portal: string;
  urlOf(role: string): string;
  drop(): Promise<void>;
}

export async function createTwoRoles(): Promise<TwoRoles> {
  const tag = randomBytes(4).toString('hex');
  const [owner, portal, name] = [`owner_${tag}`, `portal_${tag}`, `roles_${tag}`];
  await asAdmin(
    `create role ${owner} login password 'secret'`,
    `create role ${portal} login password 'secret'`,
    `create database ${name} owner ${owner}`,
  );
  return {
    owner,
    portal,
    urlOf: (role) => {
      const url = new URL(inject('adminUrl'));
      url.username = role;
      url.password = 'secret';
      url.pathname = `/${name}`;
      return url.href;
    },
    drop: () => asAdmin(`drop database ${name} with (force)`, `drop role ${portal}`, `drop role ${owner}`),
  };
}

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}
