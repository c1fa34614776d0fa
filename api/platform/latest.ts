/** A map of so many entries: past them, what was set longest ago is forgotten. */
export class Latest<Value> extends Map<string, Value> {
  constructor(readonly most: number) {
    super();
  }

  override set(key: string, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.size > this.most ? this.keys() : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }
}
