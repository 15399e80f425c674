import pg from 'pg';
import type { Log } from '#server/kernel/log/log.ts';
import { type ChangeNotification, notifyChannel, readPayload, reconnectStreams } from './notify.ts';
import { eventText, type StreamText } from './stream-text.ts';

/** One open page. */
export interface Listener {
  readonly sessionId: string;
  readonly topics: ReadonlySet<string>;
  send(text: StreamText): void;
  close(): void;
}

const reconnectMs = { first: 250, last: 5_000 };
const aliveCheckMs = 30_000;
const answerTimeoutMs = 5_000;

/**
 * Forwards notifications of the database to the open pages of this process, with one LISTEN connection for
 * all of them. While that connection is lost, notifications are lost, so after each reconnect every page gets
 * `resync`.
 */
export class EventHub {
  readonly #connection: pg.ClientConfig;
  readonly #log: Log;
  readonly #listeners = new Set<Listener>();
  readonly #byTopic = new Map<string, Set<Listener>>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #aliveCheck: NodeJS.Timeout | undefined;
  #delayMs = reconnectMs.first;
  #isStopped = false;
  #wasConnected = false;

  constructor(connection: pg.ClientConfig, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#connect();
    // A silently broken connection is detected by a query.
    this.#aliveCheck = setInterval(() => {
      this.#client?.query('select 1').catch(() => this.#handleLoss());
    }, aliveCheckMs);
    this.#aliveCheck.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#aliveCheck);
    this.closeStreams();
    await this.#client?.end().catch(() => undefined);
  }

  /** Reconnects, because the current server may no longer be the one at which notifications are sent. */
  reconnect(): void {
    this.#handleLoss();
  }

  /** Closes the streams of all pages of this process; they reconnect. */
  closeStreams(): void {
    for (const listener of [...this.#listeners]) listener.close();
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    for (const topic of listener.topics) {
      const listeners = this.#byTopic.get(topic) ?? new Set();
      listeners.add(listener);
      this.#byTopic.set(topic, listeners);
    }
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
    for (const topic of listener.topics) {
      const listeners = this.#byTopic.get(topic);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#byTopic.delete(topic);
    }
  }

  /** Counts the pages of this process that listen to the topic. */
  countListeners(topic: string): number {
    return this.#byTopic.get(topic)?.size ?? 0;
  }

  /** Counts the open pages of this process. */
  countStreams(): number {
    return this.#listeners.size;
  }

  /** Returns the sessions with an open page in this process. */
  sessionIds(): string[] {
    return [...new Set([...this.#listeners].map((listener) => listener.sessionId))];
  }

  /** Closes every page whose session is not among the active ones. */
  closeEndedSessions(activeIds: ReadonlySet<string>, checkedIds: readonly string[]): void {
    const endedIds = new Set(checkedIds.filter((id) => !activeIds.has(id)));
    for (const listener of [...this.#listeners]) if (endedIds.has(listener.sessionId)) listener.close();
  }

  deliver(notification: ChangeNotification): void {
    const receivers = new Set<Listener>();
    for (const topic of notification.topics) {
      if (topic.startsWith('session:')) this.closeEndedSessions(new Set(), [topic.slice('session:'.length)]);
      for (const listener of this.#byTopic.get(topic) ?? []) receivers.add(listener);
    }
    const text = eventText(notification.event, { id: notification.id });
    for (const listener of receivers) {
      if (notification.event === reconnectStreams) listener.close();
      else listener.send(text);
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...this.#connection,
      keepAlive: true,
      // A database that accepts connections and does not answer counts as lost.
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
      application_name: 'banjian events',
    });
    client.on('error', () => this.#handleLoss(client));
    client.on('end', () => this.#handleLoss(client));
    client.on('notification', ({ payload }) => {
      const notification = payload ? readPayload(payload) : undefined;
      if (notification) this.deliver(notification);
    });
    try {
      this.#client = client;
      await client.connect();
      await client.query(`listen ${notifyChannel}`);
    } catch (error) {
      this.#log.warn({ error }, 'Cannot listen for notifications');
      this.#handleLoss(client);
      return;
    }
    this.#delayMs = reconnectMs.first;
    if (this.#wasConnected)
      for (const listener of this.#listeners) listener.send(eventText('resync', { id: '' }));
    this.#wasConnected = true;
  }

  #handleLoss(client = this.#client): void {
    if (this.#isStopped || client !== this.#client || !client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.#retry = setTimeout(() => void this.#connect(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, reconnectMs.last);
  }
}
