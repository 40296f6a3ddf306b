// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './CourseGroup.js';
export * from './CourseIds.js';
export * from './ModelError.js';
export * from './Problem.js';
export * from './ProblemErrorsInner.js';
