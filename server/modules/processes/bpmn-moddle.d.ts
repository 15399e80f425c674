/** The part of bpmn-moddle that reading needs; the package types its elements, not its entry. */
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string;
    readonly $parent?: ModdleElement;
    /** Attributes that no descriptor knows, by the names that the file writes; absent in foreign elements. */
    readonly $attrs?: Readonly<Record<string, unknown>>;
    readonly $descriptor: { properties: readonly { name: string; default?: unknown }[] };
    get(name: string): unknown;
    set(name: string, value: unknown): void;
  }
  export interface ParseResult {
    rootElement: ModdleElement;
    warnings: { message: string }[];
  }
  export class BpmnModdle {
    constructor(packages?: Record<string, unknown>);
    fromXML(xml: string): Promise<ParseResult>;
    create(type: string): ModdleElement;
  }
}
