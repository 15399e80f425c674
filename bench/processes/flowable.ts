import pg from 'pg';
import {
  flowableCount,
  flowableNameScan,
  flowableNameSearch,
  flowablePage,
  type QueryShape,
} from '../peers/flowable.ts';
import { serveParent } from './child.ts';
import { servePeer } from './peer-server.ts';

export interface FlowableRequest {
  user: string;
  groups: string[];
  limit: number;
  offset: number;
  /** Shape of the query of the page. */
  page: QueryShape;
  /** Shape of the query of the total; null if no total is requested. */
  count: QueryShape | null;
  name?: string;
  /** Searches without the trigram index, which the engine's own tables do not have. */
  scan?: boolean;
}

/** Serves Flowable's list with the same driver, and with named statements as the portal uses. */
serveParent(async ({ url }) => {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  pool.on('error', () => undefined);
  const runQuery = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values });
  const server = await servePeer(async (_path, body) => {
    const { user, groups, limit, offset, page, count, name, scan } = body as FlowableRequest;
    const [rows, total] = await Promise.all([
      name === undefined
        ? runQuery(`page ${page}`, flowablePage[page], [user, groups, limit, offset])
        : scan
          ? runQuery('scanned', flowableNameScan, [user, groups, limit, offset, name])
          : runQuery('named', flowableNameSearch, [user, groups, limit, offset, name]),
      count && runQuery(`count ${count}`, flowableCount[count], [user, groups]),
    ]);
    return { rows: rows.rows, total: total?.rows[0]?.total };
  });
  return {
    port: server.port,
    async stop() {
      server.close();
      await pool.end();
    },
  };
});
