/** The query of an operation that takes no parameters; whatever is given is refused as unknown. */
export class NoQueryDto {}
