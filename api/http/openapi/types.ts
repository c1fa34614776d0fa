/** The parts of an OpenAPI document that ours is made of. */
export type JsonSchema = Record<string, unknown>;

interface Reference {
  $ref: string;
}

export interface Call {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Keys[];
  parameters: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Answer | Reference>;
}

export type Key = "session" | "share" | "shareInQuery" | "guest" | "media";
export type Keys = Partial<Record<Key, []>>;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: JsonSchema;
}

export interface RequestBody {
  required: boolean;
  content: Content;
}

export interface Answer {
  description: string;
  headers?: Record<string, Header>;
  content?: Content;
}

export interface Header {
  description?: string;
  required?: boolean;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;
