export { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser';
