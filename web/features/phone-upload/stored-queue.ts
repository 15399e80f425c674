/**
 * A chosen file, stored on this phone, so that a page that the system discards while the phone sleeps can
 * continue. Files are in IndexedDB until they are submitted or their code is no longer valid; files of other
 * codes are deleted at the next visit.
 */
export interface StoredFile {
  key: string;
  name: string;
  blob: Blob;
  small?: Blob | undefined;
}

export interface StoredQueue {
  files: readonly StoredFile[];
  /** True if it was being sent. */
  sending: boolean;
}

const database = 'serviceportal.phone-upload';
const store = 'queues';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  operation: (queues: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const connection = await openDatabase();
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = connection.transaction(store, mode);
        const request = operation(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
        transaction.onerror = () => reject(transaction.error);
      });
    } finally {
      connection.close();
    }
  } catch {
    // A private window or a full phone stores nothing: then a reloaded page starts again.
    return undefined;
  }
}

export async function readQueue(code: string): Promise<StoredQueue | undefined> {
  return await withStore<StoredQueue | undefined>('readonly', (queues) => queues.get(code));
}

/** Stores the files of this code, and removes those of all others. */
export async function storeQueue(code: string, queue: StoredQueue): Promise<void> {
  await withStore('readwrite', (queues) => {
    queues.clear();
    return queues.put(queue, code);
  });
}

export async function deleteQueues(): Promise<void> {
  await withStore('readwrite', (queues) => queues.clear());
}
