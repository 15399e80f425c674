/** Topics besides the fields: the visible sections, the problems, any change of values, and any edit. */
export const layoutTopic = '#layout';
export const problemsTopic = '#problems';
export const valuesTopic = '#values';
export const editTopic = '#edit';

/** Listeners by topic; a listener is only called for its own. */
export class Subscriptions {
  readonly #listeners = new Map<string, Set<() => void>>();

  subscribe(topic: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(topic);
    };
  }

  notify(topic: string): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener();
  }
}
