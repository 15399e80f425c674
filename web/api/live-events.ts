import { session } from '#contract/session.ts';
import { addressOf, call } from './call.ts';
import { writeQuery } from './write-query.ts';

/**
 * Event from the server to open screens: the object with this id changed and must be loaded again. It carries
 * ids only, never content.
 */
export type LiveEventName =
  | 'work-order'
  | 'inbox'
  | 'message'
  | 'session'
  | 'schedule'
  | 'export'
  | 'qr-upload';
/** `id` is empty if anything may have changed: the stream was interrupted, or polling replaces it. */
export type LiveEventListener = (id: string) => void;

const eventNames: readonly LiveEventName[] = [
  'work-order',
  'inbox',
  'message',
  'session',
  'schedule',
  'export',
  'qr-upload',
];
const pollSeconds = 60;
const firstDelayMilliseconds = 1000;
const maxDelayMilliseconds = 30_000;
const gatherMilliseconds = 200;
/** Time in which the screen's own subscriptions follow those of the frame, so that one stream serves both. */
const firstGatherMilliseconds = 1000;
/**
 * Time after which a hidden page closes its stream. Without HTTP/2 a browser has six connections to a server for
 * all its pages: with a stream in six tabs, a seventh would stay empty.
 */
const hiddenMilliseconds = 2000;

const listeners = new Map<LiveEventName, Set<LiveEventListener>>(eventNames.map((name) => [name, new Set()]));
/** The listeners of each order on the screen. */
const watchedOrders = new Map<string, Set<() => void>>();
/**
 * Orders for which the stream was opened; it keeps sending their events when the screen unsubscribes and
 * subscribes again.
 */
let streamedOrders: ReadonlySet<string> = new Set();

/** Orders of the stream that was ready last. */
let openOrders: ReadonlySet<string> = new Set();

let source: EventSource | undefined;
/** The previous stream, which delivers events until its successor is ready. */
let previousSource: EventSource | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let pollTimer: ReturnType<typeof setInterval> | undefined;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
let delayMilliseconds = firstDelayMilliseconds;
let wasOpen = false;
let isOpen = false;
let attempt = 0;

/**
 * Listens to one kind of event; the first listener opens the stream. Returns the function that unsubscribes.
 */
export function subscribeLiveEvents(name: LiveEventName, listener: LiveEventListener): () => void {
  listeners.get(name)?.add(listener);
  document.addEventListener('visibilitychange', followVisibility);
  connectIfClosed();
  return () => {
    listeners.get(name)?.delete(listener);
    if (![...listeners.values()].some((set) => set.size > 0)) disconnect();
  };
}

/**
 * Subscribes to all events of one work order on the screen. `onChange` is also called when the order was added to a
 * stream that was open, because it may have changed before. Returns the function that unsubscribes.
 */
export function subscribeOrderEvents(orderId: string, onChange: () => void): () => void {
  const orderListeners = watchedOrders.get(orderId) ?? new Set();
  watchedOrders.set(orderId, orderListeners.add(onChange));
  if (orderListeners.size === 1 && !(source && streamedOrders.has(orderId))) connectSoon(gatherMilliseconds);
  return () => {
    orderListeners.delete(onChange);
    if (orderListeners.size === 0) watchedOrders.delete(orderId);
  };
}

/**
 * Closes the stream of a page that stays hidden; when it is shown again, everything that may have changed is
 * loaded.
 */
function followVisibility(): void {
  clearTimeout(hiddenTimer);
  if (document.hidden) hiddenTimer = setTimeout(pause, hiddenMilliseconds);
  else connectIfClosed();
}

function connectIfClosed(): void {
  if (source === undefined && retryTimer === undefined) connectSoon(firstGatherMilliseconds);
}

function pause(): void {
  closeStream();
  wasOpen = true;
}

/** Checks whether the stream delivers events now; otherwise callers must poll. */
export function isStreamOpen(): boolean {
  return isOpen;
}

function deliver(name: LiveEventName, id: string): void {
  for (const listener of listeners.get(name) ?? []) listener(id);
}

function deliverAll(): void {
  for (const name of eventNames) if (name !== 'session') deliver(name, '');
}

/** Notifies the screens of those orders whose events the previous stream did not deliver. */
function notifyAdded(orders: ReadonlySet<string>): void {
  for (const id of orders) {
    if (!openOrders.has(id)) for (const listener of watchedOrders.get(id) ?? []) listener();
  }
}

function connectSoon(milliseconds: number): void {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => {
    retryTimer = undefined;
    void connect();
  }, milliseconds);
}

async function connect(): Promise<void> {
  // A page that was opened in the background connects when it is shown.
  if (document.hidden) return pause();
  const ownAttempt = ++attempt;
  try {
    const { ticket } = await call(session.createTicket, { body: { purpose: 'events' } });
    if (ownAttempt !== attempt) return;
    const orders = new Set(watchedOrders.keys());
    streamedOrders = orders;
    const query = writeQuery({ ticket, orders: [...orders].join(',') });
    const next = new EventSource(addressOf(session.events) + query);
    // One that is not ready yet has delivered nothing.
    if (previousSource) source?.close();
    else previousSource = source;
    source = next;
    next.addEventListener('ready', () => {
      clearInterval(pollTimer);
      pollTimer = undefined;
      delayMilliseconds = firstDelayMilliseconds;
      if (previousSource && isOpen) notifyAdded(orders);
      else if (wasOpen) deliverAll();
      closePreviousSource();
      openOrders = orders;
      wasOpen = true;
      isOpen = true;
    });
    next.addEventListener('resync', deliverAll);
    next.addEventListener('closed', () => reconnect(next));
    // A ticket opens one stream only, so the browser's own reconnecting would fail.
    next.addEventListener('error', () => reconnect(next));
    for (const name of eventNames) {
      next.addEventListener(name, (event) => deliver(name, readId((event as MessageEvent<string>).data)));
    }
  } catch {
    if (ownAttempt === attempt) reconnect(source);
  }
}

function reconnect(broken: EventSource | undefined): void {
  if (broken !== undefined && broken === previousSource) {
    closePreviousSource();
    isOpen = false;
  }
  if (broken !== source) return;
  closePreviousSource();
  source?.close();
  source = undefined;
  isOpen = false;
  pollTimer ??= setInterval(deliverAll, pollSeconds * 1000);
  connectSoon(delayMilliseconds);
  delayMilliseconds = Math.min(delayMilliseconds * 2, maxDelayMilliseconds);
}

function disconnect(): void {
  document.removeEventListener('visibilitychange', followVisibility);
  clearTimeout(hiddenTimer);
  closeStream();
  wasOpen = false;
}

function closePreviousSource(): void {
  previousSource?.close();
  previousSource = undefined;
}

function closeStream(): void {
  attempt += 1;
  clearTimeout(retryTimer);
  clearInterval(pollTimer);
  retryTimer = undefined;
  pollTimer = undefined;
  closePreviousSource();
  source?.close();
  source = undefined;
  isOpen = false;
}

function readId(data: string): string {
  try {
    const { id } = JSON.parse(data) as { id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}
