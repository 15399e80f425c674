import { Gauge, type Registry } from 'prom-client';

type Labels = Record<string, string>;
type Value = number | readonly [Labels, number][];

/** A gauge whose value is read at each scrape; it is omitted if the value is undefined. */
export interface MeasuredGauge {
  name: `banjian_${string}`;
  help: string;
  inspect: () => Value | null | undefined;
  labels?: readonly string[];
}

/** Registers gauges; a gauge that cannot be read is missing from the answer, but the scrape does not fail. */
export function addGauges(registry: Registry, gauges: readonly MeasuredGauge[]): void {
  for (const { name, help, inspect, labels = [] } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      collect() {
        this.reset();
        const value = inspect();
        if (value === undefined || value === null) this.remove();
        else if (typeof value === 'number') this.set(value);
        else for (const [labelValues, sample] of value) this.set(labelValues, sample);
      },
    });
  }
}
