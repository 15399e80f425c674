import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { completeTask, startInstance } from '../peers/bpmn-engine.ts';
import { serveParent } from './child.ts';
import { servePeer } from './peer-server.ts';

/**
 * bpmn-engine behind HTTP as a project would use it: its state is in PostgreSQL, locked while it is
 * recovered, signalled and written back. `/complete {id}` is an action, `/start {form}` starts an order;
 * without checks and notifications.
 */
serveParent(async ({ url }) => {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  pool.on('error', () => undefined);
  const server = await servePeer(async (path, body) => {
    if (path === '/start') {
      const { form } = body as { form: unknown };
      const state = await startInstance({});
      const id = randomUUID();
      await pool.query({
        name: 'start',
        text: 'insert into peer_engine.instances (id, state, form) values ($1, $2, $3)',
        values: [id, JSON.stringify(state), JSON.stringify(form)],
      });
      return { id };
    }
    const { id } = body as { id: number };
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query({
        name: 'lock',
        text: 'select state from peer_engine.loaded where id = $1 for update',
        values: [id],
      });
      const nextState = await completeTask(rows[0].state, { opinion: '同意' });
      if (!nextState) throw new Error(`Instance ${id} has no open task`);
      await client.query({
        name: 'write',
        text: 'update peer_engine.loaded set state = $2 where id = $1',
        values: [id, JSON.stringify(nextState)],
      });
      await client.query('commit');
      return { id };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
  return {
    port: server.port,
    async stop() {
      server.close();
      await pool.end();
    },
  };
});
