import { Gauge, type Registry } from 'prom-client';

type Labels = Record<string, string>;
type Value = number | readonly [Labels, number][];

/** A value that is read on request; undefined leaves it out for now. */
export interface LookedAt {
  name: `banjian_${string}`;
  help: string;
  look: () => Value | null | undefined;
  labels?: readonly string[];
}

/** Registers what is looked at; whatever cannot be read is missing from the answer, and never fails it. */
export function addGauges(registry: Registry, gauges: readonly LookedAt[]): void {
  for (const { name, help, look, labels = [] } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      collect() {
        this.reset();
        const value = look();
        if (value === undefined || value === null) this.remove();
        else if (typeof value === 'number') this.set(value);
        else for (const [ofLabels, each] of value) this.set(ofLabels, each);
      },
    });
  }
}
