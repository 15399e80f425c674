/**
 * Declares the part of bpmn-moddle that we use for reading; the package has types for its elements, but not for its entry
 * point.
 */
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string;
    readonly $parent?: ModdleElement;
    /** Attributes that are in no descriptor, with their names in the file; undefined in foreign elements. */
    readonly $attrs?: Readonly<Record<string, unknown>>;
    readonly $descriptor: { properties: readonly { name: string; default?: unknown }[] };
    get(name: string): unknown;
    set(name: string, value: unknown): void;
  }
  export interface ParseWarning {
    message: string;
    /**
     * Subject of the warning, if the parser has it: an attribute that is in no descriptor, or a reference.
     */
    element?: ModdleElement;
    property?: string;
    value?: string;
  }
  export interface ParseResult {
    rootElement: ModdleElement;
    warnings: ParseWarning[];
  }
  export class BpmnModdle {
    constructor(packages?: Record<string, unknown>);
    fromXML(xml: string): Promise<ParseResult>;
    toXML(element: ModdleElement, options?: { format?: boolean }): Promise<{ xml: string }>;
    create(type: string): ModdleElement;
  }
}

declare module 'bpmn-auto-layout' {
  /** Computes the layout of the process again; the text is parsed and rewritten. */
  export function layoutProcess(xml: string): Promise<string>;
}
